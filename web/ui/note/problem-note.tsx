import { QuietButton } from '../quiet-button.tsx'
import '../ui.css'

/** Shows why content is missing, with a button to try again. */
export function ProblemNote({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className="note" data-kind="grave" role="alert">
      <p>{text}</p>
      {onRetry && <QuietButton onClick={onRetry}>Try again</QuietButton>}
    </div>
  )
}
