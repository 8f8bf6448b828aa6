import { createEvents, type Events } from '../events/events.ts'

/** Events of which no subscriber may fail. */
export const createTestEvents = (): Events =>
  createEvents((error) => {
    throw error
  })
