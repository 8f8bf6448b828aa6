import { type FormEvent, useEffect, useRef, useState } from 'react'

/** The problems of a form by field. */
export type Problems = Partial<Record<string, string>>

export const hasProblems = (problems: Problems): boolean => Object.values(problems).some(Boolean)

const nothingCorrected: ReadonlySet<string> = new Set()

/**
 * Keeps the problems of a form. The first field with a problem takes the focus. A problem is removed when its field changes, or a
 * field with its name in `data-corrects`, such as the time that must come before.
 */
export function useProblems() {
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<Problems>({})
  const [corrected, setCorrected] = useState(nothingCorrected)
  // A correction must not move the focus away from the field that is edited.
  useEffect(() => {
    if (hasProblems(found)) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [found])

  function setProblems(problems: Problems) {
    setFound(problems)
    setCorrected(nothingCorrected)
  }
  function onInput({ target }: FormEvent<HTMLFormElement>) {
    const field = target as HTMLInputElement
    const names = [field.name, field.getAttribute('data-corrects') ?? '']
    if (names.some((name) => found[name])) setCorrected((before) => new Set([...before, ...names]))
  }

  return {
    props: { ref: form, onInput, noValidate: true },
    /** The problems that have not been corrected. */
    problems: Object.fromEntries(Object.entries(found).filter(([name]) => !corrected.has(name))) as Problems,
    setProblems,
  }
}
