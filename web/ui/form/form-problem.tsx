import type { ReactNode } from 'react'
import '../ui.css'

interface FormProblemProps {
  /** What is wrong with the whole, as no field is to blame. */
  problem: { message: string } | null
  /** What can be done about it. */
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
