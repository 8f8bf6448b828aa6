import type { Problems } from '../../../forms/use-problems.ts'

type TextName<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string

interface FieldSource<T> {
  values: T
  problems: Problems
  onChange: (by: Partial<T>) => void
  /** The prefix of the fields' ids. */
  id: string
  /** The prefix of the fields' names. The problem of a field is found by the field's full name. */
  name?: string
}

/**
 * Binds text fields to form values. The returned function takes the key of a form value, and returns the properties of
 * its field: id, name, value, problem and listener.
 */
export const bindFields =
  <T>({ values, problems, onChange, id, name = '' }: FieldSource<T>) =>
  (key: TextName<T>) => ({
    id: id + key,
    name: name + key,
    value: values[key] as string,
    error: problems[name + key],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [key]: currentTarget.value } as Partial<T>),
  })
