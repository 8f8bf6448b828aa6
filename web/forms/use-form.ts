import { type FormEvent, useRef, useState } from 'react'
import { type Problem, problemOf } from '../api/problem.ts'
import { fieldOf } from './field-problems.ts'
import { hasProblems, type Problems, useProblems } from './use-problems.ts'

/** What is typed, by the name of the field; a checkbox is 'on' or missing. */
export type Values = Partial<Record<string, string>>

interface FormOptions {
  /** What is wrong before anything is sent, in words, by the name of the field. */
  check?: (values: Values) => Problems
  /** Sends it. @throws what apiFetch throws; FetchFailed is told as the refusal it is */
  send: (values: Values) => Promise<void>
  /** The words for an answer that never came. */
  offline: string
}

const valuesOf = (form: HTMLFormElement): Values => Object.fromEntries(new FormData(form)) as Record<string, string>

/**
 * A form that is sent by script: checked first, sent once at a time. What is wrong stands beside its field and takes the
 * focus, or belongs to the whole form. Fields keep what is typed themselves, so nothing is lost when it fails.
 */
export function useForm({ check, send, offline }: FormOptions) {
  const { props, problems: errors, setProblems } = useProblems()
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<Values>({})
  const [problem, setProblem] = useState<Problem | null>(null)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const { currentTarget } = event
    const values = valuesOf(currentTarget)
    const found = check?.(values) ?? {}
    setProblem(null)
    setProblems(found)
    if (hasProblems(found)) return
    sending.current = true
    setBusy(true)
    setSent(values)
    try {
      await send(values)
    } catch (error) {
      const problem = await problemOf(error, offline)
      const field = fieldOf(problem.code, currentTarget)
      if (field) setProblems({ [field]: problem.message })
      else setProblem(problem)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    /** For the form element. Sent before the page answers, it goes nowhere: its words are not for an address. */
    props: { ...props, onSubmit, method: 'dialog' },
    busy,
    /** What is wrong with a field, by its name, until it is changed. */
    errors,
    /** What is wrong with the whole. */
    problem,
    /** What was sent last. */
    sent,
    /** What is typed now. */
    typed: (): Values => (props.ref.current ? valuesOf(props.ref.current) : {}),
  }
}
