import type { ReactNode } from 'react'

interface MessagePageProps {
  title: string
  words: string
  /** The way on. */
  children?: ReactNode
}

/** A page that has one thing to say, and perhaps a way on. */
export function MessagePage({ title, words, children }: MessagePageProps) {
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p role="status">{words}</p>
      <noscript>
        <p>This page needs scripts, which are off in this browser.</p>
      </noscript>
      {children}
    </div>
  )
}

/** The page where something could not be loaded. */
export const FailedPage = ({ title, words, onRetry }: { title: string; words: string; onRetry: () => void }) => (
  <MessagePage title={title} words={words}>
    <button type="button" className="button" onClick={onRetry}>
      Try again
    </button>
  </MessagePage>
)
