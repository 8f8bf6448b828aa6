import { createEventBus, type EventBus } from '../events/events.ts'

/** Creates an event bus that throws the errors of its subscribers. */
export const createRethrowingEventBus = (): EventBus =>
  createEventBus((error) => {
    throw error
  })
