import { type BrowserClient, replayIntegration } from '@sentry/react'
import { scrubSecrets } from './scrub.ts'

/**
 * Records the page from now on, at the client's sample rate for sessions with an error (S9.04). Texts, inputs and pictures
 * are masked: the recording has only positions and clicks.
 */
export async function recordSession(client: BrowserClient): Promise<void> {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    networkDetailAllowUrls: [],
    // Compression needs a worker from a blob, which the content security policy forbids.
    useCompression: false,
    beforeAddRecordingEvent: scrubSecrets,
  })
  client.addIntegration(replay)
  // The SDK buffers until the next error. The error has already happened, so the buffer is sent. At a rate of 0, there
  // is no buffer.
  if (replay.getRecordingMode() === 'buffer') await replay.flush()
}
