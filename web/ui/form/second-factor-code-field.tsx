import { useEffect, useState } from 'react'
import type { Problem } from '../../api/problem.ts'
import { Field } from './field.tsx'

/** The field for a code of an authenticator app, or for a recovery code. */
export const SecondFactorCodeField = ({
  id,
  hint = 'The six digits of your authenticator app, or a recovery code.',
}: {
  id: string
  hint?: string
}) => (
  <Field
    id={id}
    name="code"
    label="Code"
    hint={hint}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
    ref={focus}
  />
)

/**
 * Focuses the field when it appears. Defined outside the component, because React calls a new `ref` at each render.
 */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** Returns whether the server has asked for a code of the second factor. Once true, it stays true. */
export function useSecondFactorNeeded({ problem }: { problem: Problem | null }): boolean {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    if (problem?.code === 'code_required') setNeeded(true)
  }, [problem])
  return isNeeded
}
