import { useEffect, useRef, useState } from 'react'

/** What is wrong in a form, in words, by the name of the field. */
export type Problems = Partial<Record<string, string>>

export const hasProblems = (problems: Problems): boolean => Object.values(problems).some(Boolean)

/** Shows what is wrong beside the fields; the first of them takes the focus. */
export function useProblems() {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  useEffect(() => {
    if (hasProblems(problems)) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  return { form, problems, setProblems }
}
