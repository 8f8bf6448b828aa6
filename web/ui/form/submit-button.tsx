import type { ReactNode } from 'react'
import '../ui.css'

interface SubmitButtonProps {
  busy: boolean
  /** What it says while it waits, such as "Logging in …". */
  busyWords: string
  children: ReactNode
}

/** Sends a form. It keeps the focus while the answer is awaited; useForm sends nothing twice. */
export function SubmitButton({ busy, busyWords, children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className="button form-submit"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy ? busyWords : children}
    </button>
  )
}
