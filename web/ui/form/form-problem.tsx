import type { ReactNode } from 'react'
import '../ui.css'

interface FormProblemProps {
  /** The problem that concerns the whole form. */
  problem: { message: string } | null | undefined
  /** A button or link that may solve the problem. */
  children?: ReactNode
}

/**
 * Shows the problem of a form above its submit button. The element is always present, so that screen readers announce
 * changes.
 */
export function FormProblem({ problem, children }: FormProblemProps) {
  return (
    <div className="form-problem" role="alert">
      {problem && <p>{problem.message}</p>}
      {problem && children}
    </div>
  )
}
