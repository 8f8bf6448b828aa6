import { useState } from 'react'
import { useFooterHeight } from '../../ui/layout/use-footer-height.ts'
import '../../ui/note/notice.css'
import './push-banner.css'

interface PushBannerProps {
  /** Resolves when the reader has answered. */
  onEnable: () => Promise<unknown>
  onClose: () => void
}

/** S2.51: the offer of push messages, above the notices. */
export function PushBanner({ onEnable, onClose }: PushBannerProps) {
  const [asking, setAsking] = useState(false)
  useFooterHeight()
  const enable = () => {
    if (asking) return
    setAsking(true)
    onEnable()
  }
  return (
    <section className="push-banner" aria-label="Push notifications">
      <div className="foot-row foot-width">
        <p>Enable push notifications to get updates in real time.</p>
        <div className="buttons">
          <button type="button" className="button" aria-disabled={asking || undefined} onClick={enable}>
            Enable
          </button>
          <button type="button" className="foot-button" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </section>
  )
}
