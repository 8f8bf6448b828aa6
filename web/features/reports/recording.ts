import { type BrowserClient, replayIntegration } from '@sentry/react'
import { scrubNestedUrlSecrets } from './scrub.ts'

/**
 * Records the page from now on, at the client's sample rate for sessions with an error (S9.04). Texts, inputs and
 * pictures are masked, so that the recording shows only positions and clicks.
 */
export async function startSessionReplay(client: BrowserClient): Promise<void> {
  const replay = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    networkDetailAllowUrls: [],
    // Compression would need a worker from a blob URL, which the Content-Security-Policy forbids.
    useCompression: false,
    beforeAddRecordingEvent: scrubNestedUrlSecrets,
  })
  client.addIntegration(replay)
  // The SDK buffers the recording until the next error. The error has already happened, so the buffer is sent now. At a
  // rate of 0, there is no buffer.
  if (replay.getRecordingMode() === 'buffer') await replay.flush()
}
