import type { ReactNode } from 'react'
import '../ui.css'

interface FormProblemProps {
  /** The problem of the whole form, where no field is to blame. */
  problem: { message: string } | null | undefined
  /** The action that may solve the problem. */
  children?: ReactNode
}

/** Says what came of sending a form, above its button. It is there before, so that screen readers tell of what comes. */
export function FormProblem({ problem, children }: FormProblemProps) {
  return (
    <div className="form-problem" role="alert">
      {problem && <p>{problem.message}</p>}
      {problem && children}
    </div>
  )
}
