import { createEvents, type Events } from '../events/events.ts'

/** Creates events whose subscribers must not fail: a failure is thrown. */
export const createTestEvents = (): Events =>
  createEvents((error) => {
    throw error
  })
