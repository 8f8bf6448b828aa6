import './work.css'

/** Why something is not there, and the way to try again. */
export function ProblemNote({ words, onRetry }: { words: string; onRetry?: () => void }) {
  return (
    <div className="work-problem" role="alert">
      <p>{words}</p>
      {onRetry && (
        <button type="button" className="work-button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}
