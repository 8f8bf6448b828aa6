import type { ReactNode } from 'react'
import '../ui.css'

interface SubmitButtonProps {
  busy: boolean
  /** The label while the form is being sent, such as "Logging in …". */
  busyText: string
  children: ReactNode
}

/** Sends a form. It keeps the focus while the answer is awaited; useForm sends nothing twice. */
export function SubmitButton({ busy, busyText, children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className="button form-submit"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy ? busyText : children}
    </button>
  )
}
