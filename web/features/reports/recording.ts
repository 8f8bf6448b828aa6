import { type BrowserClient, replayIntegration } from '@sentry/react'
import { scrubSecrets } from './scrub.ts'

/**
 * Records what happens on the page from now on, at the rate for sessions with an error that the client was given (S9.04).
 * Words, inputs and pictures are never in it: only where things were, and what was pressed.
 */
export async function recordSession(client: BrowserClient): Promise<void> {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    networkDetailAllowUrls: [],
    // It would need a worker from a blob, which the policy refuses.
    useCompression: false,
    beforeAddRecordingEvent: scrubSecrets,
  })
  client.addIntegration(replay)
  // Begun as a buffer for the next error: this session has had its error, so that what follows is sent. At a rate of 0 there is no buffer.
  if (replay.getRecordingMode() === 'buffer') await replay.flush()
}
