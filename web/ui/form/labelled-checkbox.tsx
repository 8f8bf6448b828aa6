import type { ReactNode } from 'react'
import '../ui.css'

interface CheckLineProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  'aria-describedby'?: string
}

/** A checkbox and its label on one line, without a hint. */
export const LabelledCheckbox = ({ onChange, children, ...input }: CheckLineProps) => (
  <label className="bar check-line">
    <input type="checkbox" {...input} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    {children}
  </label>
)
