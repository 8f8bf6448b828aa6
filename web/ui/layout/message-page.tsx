import type { ReactNode } from 'react'

interface MessagePageProps {
  title: string
  text: string
  /** Whether the page shows a failure, which screen readers announce at once. */
  isFailure?: boolean
  /** Links and buttons for what the reader can do next. */
  children?: ReactNode
}

/** A page that shows a message instead of its usual content. */
export function MessagePage({ title, text, isFailure = false, children }: MessagePageProps) {
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p role={isFailure ? 'alert' : 'status'}>{text}</p>
      <noscript>
        <p>This page needs scripts, which are off in this browser.</p>
      </noscript>
      {children}
    </div>
  )
}

/** A page whose content could not be loaded, with a button to try again. */
export const LoadFailedPage = ({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }) => (
  <MessagePage title={title} text={text} isFailure>
    <button type="button" className="button" onClick={onRetry}>
      Try again
    </button>
  </MessagePage>
)
