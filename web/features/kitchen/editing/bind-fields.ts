type TextName<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string

interface FieldSource<T> {
  values: T
  onChange: (by: Partial<T>) => void
  /** The prefix of the fields' names. Fields with a prefix have their name as id. */
  name?: string
}

/**
 * Binds text fields to form values. The returned function takes the key of a form value, and returns the properties of
 * its field: id, name, value and listener.
 */
export const bindFields =
  <T>({ values, onChange, name = '' }: FieldSource<T>) =>
  (key: TextName<T>) => ({
    ...(name && { id: name + key }),
    name: name + key,
    value: values[key] as string,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [key]: currentTarget.value } as Partial<T>),
  })
