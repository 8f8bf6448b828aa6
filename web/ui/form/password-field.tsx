import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { PASSWORD_LENGTH_RANGE } from '#contract/limits.ts'
import { listen } from '../../device/listen.ts'
import { useValueHeldDuringPress } from '../../kit/use-value-held-during-press.ts'
import { Field, type FieldProps } from './field.tsx'

interface PasswordFieldProps extends FieldProps {
  /**
   * Whether the reader chooses a new password. If so, the field shows the rule for passwords at once, and the strength
   * of the password while the reader types (S5.02).
   */
  isNew?: boolean
}

/** A password field. The password is hidden until the reader reveals it, and a hint appears when caps lock is on. */
export function PasswordField({ isNew = false, ...field }: PasswordFieldProps) {
  const [shown, show] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const strength = useStrength(isNew)
  const hint = useValueHeldDuringPress([capsLock && 'Caps lock is on.', strength.text].filter(Boolean).join(' '))
  const input = useRef<HTMLInputElement>(null)

  // Before the form is sent, the password is hidden again. Otherwise the browser would store it like ordinary input.
  useEffect(() => {
    const { form } = input.current ?? {}
    return form ? listen(form, 'submit', () => show(false)) : undefined
  }, [])

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div className="password-field" data-new={isNew || undefined}>
      <Field
        hint={isNew && `At least ${PASSWORD_LENGTH_RANGE.min} characters. A few unusual words in a row are good.`}
        {...field}
        ref={input}
        type={shown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setCapsLock(false)}
        onFocus={strength.load}
        onInput={(event) => strength.rate(event.currentTarget)}
      >
        <button
          type="button"
          className="field-button needs-scripts"
          aria-pressed={shown}
          aria-label={`Show ${field.label.toLowerCase()}`}
          onClick={() => show(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </Field>
      <p className="field-hint" role="status">
        {hint}
      </p>
    </div>
  )
}

/** Describes the strength of a new password. The code that rates passwords loads when the field takes the focus. */
function useStrength(isNew: boolean) {
  const [text, setText] = useState('')
  const load = () => (isNew ? import('../../forms/password-strength.ts').catch(() => null) : null)
  const rate = async ({ value, form }: HTMLInputElement) => {
    const values = new FormData(form ?? undefined)
    const module = value ? await load() : null
    setText(module?.describeStrength(value, [values.get('name'), values.get('email')].map(String)) ?? '')
  }
  return { text, load, rate }
}
