import { createEventBus, type EventBus } from '../events/events.ts'

/** Creates events whose subscribers must not fail: a failure is thrown. */
export const createTestEvents = (): EventBus =>
  createEventBus((error) => {
    throw error
  })
