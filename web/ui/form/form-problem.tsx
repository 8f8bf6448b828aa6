import type { ReactNode } from 'react'
import '../ui.css'

interface FormProblemProps {
  /** The problem of the whole form, when no field causes it. */
  problem: { message: string } | null | undefined
  /** A button or link that may solve the problem. */
  children?: ReactNode
}

/**
 * Shows the problem of a sent form above its button. The element is always present, so that screen readers announce
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
