import { type FormEvent, useEffect, useRef, useState } from 'react'

/** The problems of a form by field. */
export type Problems = Partial<Record<string, string>>

export const hasProblems = (problems: Problems): boolean => Object.values(problems).some(Boolean)

/**
 * Keeps the problems of a form. The first field with a problem takes the focus. When a field changes, its problem is
 * removed. If the attribute `data-corrects` of the changed field names another field, the problem of that field is
 * removed too. For example, a new start of a period removes the problem of the period's end.
 */
export function useProblems() {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setCurrent] = useState<Problems>({})
  const [checks, setChecks] = useState(0)
  // Only new problems move the focus. A correction must not move the focus away from the edited field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves after each check only.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [checks])

  function setProblems(found: Problems) {
    setCurrent(found)
    setChecks((count) => count + 1)
  }
  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const field = target as HTMLInputElement
    const corrected = [field.name, field.getAttribute('data-corrects')]
    if (corrected.some((name) => name && problems[name]))
      setCurrent(Object.fromEntries(Object.entries(problems).filter(([name]) => !corrected.includes(name))))
  }

  return {
    props: { ref: form, onInput, noValidate: true },
    /** The problems that have not been corrected yet. */
    problems,
    setProblems,
  }
}
