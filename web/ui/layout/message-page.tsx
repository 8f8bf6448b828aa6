import type { ReactNode } from 'react'

interface MessagePageProps {
  title: string
  words: string
  /** Whether the page shows a failure, which screen readers announce at once. */
  isFailure?: boolean
  /** Buttons or links for the next step. */
  children?: ReactNode
}

/** A page with one message, and optional buttons or links below it. */
export function MessagePage({ title, words, isFailure = false, children }: MessagePageProps) {
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p role={isFailure ? 'alert' : 'status'}>{words}</p>
      <noscript>
        <p>This page needs scripts, which are off in this browser.</p>
      </noscript>
      {children}
    </div>
  )
}

/** The page for content that could not be loaded, with a button to try again. */
export const FailedPage = ({ title, words, onRetry }: { title: string; words: string; onRetry: () => void }) => (
  <MessagePage title={title} words={words} isFailure>
    <button type="button" className="button" onClick={onRetry}>
      Try again
    </button>
  </MessagePage>
)
