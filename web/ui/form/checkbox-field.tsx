import { type ComponentProps, type ReactNode, useId } from 'react'
import '../ui.css'

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  label: string
  /** A hint that screen readers read with the label. */
  hint?: ReactNode
  busy?: boolean
  onCheck?: (checked: boolean) => void
}

/** A checkbox with its label and a hint. `children` are rendered below the label. */
export function CheckboxField({ label, hint, busy, onCheck, children, ...input }: CheckFieldProps) {
  const ownId = useId()
  const { id = ownId, role, checked } = input
  return (
    <div className="check">
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-checked={role === 'switch' ? checked : undefined}
        aria-disabled={busy}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={onCheck && (({ currentTarget }) => onCheck(currentTarget.checked))}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
    </div>
  )
}
