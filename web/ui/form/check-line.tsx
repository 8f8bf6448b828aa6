import type { ReactNode } from 'react'
import '../ui.css'

interface CheckLineProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  'aria-describedby'?: string
}

/** A checkbox with its label. */
export const CheckLine = ({ onChange, children, ...input }: CheckLineProps) => (
  <label className="check-line">
    <input type="checkbox" {...input} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {children}
  </label>
)
