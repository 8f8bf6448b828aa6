import type { ReactNode } from 'react'
import '../ui.css'

interface SubmitButtonProps {
  busy: boolean
  /** The label while the form is being sent, such as "Logging in …". */
  busyText: string
  children: ReactNode
}

/** A button that submits a form. It keeps the focus while the form is being sent; `useForm` ignores a second press. */
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
