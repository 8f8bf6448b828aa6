import type { ReactNode } from 'react'
import '../../ui/ui.css'

/** The frame of the pages of the newsletter. These pages work without scripts. */
export const NewsletterPageFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="message-page">
    <div className="stack" data-gap="large">
      <h1>{title}</h1>
      {children}
    </div>
  </div>
)
