/** Shows why data could not be loaded, with a button to try again. */
export function LoadFailure({ words, onRetry }: { words: string; onRetry: () => void }) {
  return (
    <div className="stack" role="alert">
      <p>{words}</p>
      <button type="button" className="quiet-button" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
