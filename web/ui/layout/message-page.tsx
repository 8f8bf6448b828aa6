import type { ReactNode } from 'react'

interface MessagePageProps {
  title: string
  words: string
  /** Whether something has gone wrong, of which screen readers tell at once. */
  isFailure?: boolean
  /** The way on. */
  children?: ReactNode
}

/** A page that has one thing to say, and perhaps a way on. */
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

/** The page where something could not be loaded. */
export const FailedPage = ({ title, words, onRetry }: { title: string; words: string; onRetry: () => void }) => (
  <MessagePage title={title} words={words} isFailure>
    <button type="button" className="button" onClick={onRetry}>
      Try again
    </button>
  </MessagePage>
)
