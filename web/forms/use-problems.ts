import { type FormEvent, useEffect, useRef, useState } from 'react'

/** What is wrong in a form, in words, by the name of the field. */
export type Problems = Partial<Record<string, string>>

export const hasProblems = (problems: Problems): boolean => Object.values(problems).some(Boolean)

const nothingCorrected: ReadonlySet<string> = new Set()

/**
 * Keeps what is wrong beside the fields of a form. The first wrong field takes the focus. A problem goes when the field of
 * its name is changed, or one that has its name in `data-corrects`: the time that another must come after.
 */
export function useProblems() {
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<Problems>({})
  const [corrected, setCorrected] = useState(nothingCorrected)
  // Not when one of several is corrected: the focus stays where somebody types.
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
    /** For the form element. */
    props: { ref: form, onInput, noValidate: true },
    /** What is wrong and has not been corrected. */
    problems: Object.fromEntries(Object.entries(found).filter(([name]) => !corrected.has(name))) as Problems,
    setProblems,
  }
}
