import { useEffect, useRef } from 'react'
import type { ServiceWorkerMessage } from '#contract/worker-messages.ts'
import { useUnsentWork } from '../../forms/unsent-work.ts'
import { useGo } from '../../kit/go.ts'

/** Does what the service worker asks for: a click on a notification goes to its page here, unless something is being written. */
export function useWorkerMessages({ onSubscriptionChanged }: { onSubscriptionChanged: () => void }): void {
  const go = useGo()
  const writing = useUnsentWork()
  const now = useRef({ go, writing, onSubscriptionChanged })
  now.current = { go, writing, onSubscriptionChanged }

  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const hear = ({ data, ports: [answer] }: MessageEvent<ServiceWorkerMessage>) => {
      const { go, writing, onSubscriptionChanged } = now.current
      if (data?.type === 'subscription changed') onSubscriptionChanged()
      if (data?.type !== 'open') return
      answer?.postMessage(!writing)
      if (!writing) go(data.url)
    }
    worker?.addEventListener('message', hear)
    return () => worker?.removeEventListener('message', hear)
  }, [])
}
