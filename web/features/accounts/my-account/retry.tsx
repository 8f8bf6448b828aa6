/** Why something is not there, and the way to try again. */
export function Retry({ words, onRetry }: { words: string; onRetry: () => void }) {
  return (
    <div className="stack" role="alert">
      <p>{words}</p>
      <button type="button" className="quiet-button" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
