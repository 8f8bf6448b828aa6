type TextName<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string

/**
 * Binds text fields to form values. The returned function takes the key of a form value, and returns the properties of
 * its field: id, name, value and listener.
 * @param prefix of the fields' names. Only fields with a prefix have an id, which is their name
 */
export const bindFields =
  <T>(values: T, onChange: (by: Partial<T>) => void, prefix = '') =>
  (key: TextName<T>) => ({
    ...(prefix && { id: prefix + key }),
    name: prefix + key,
    value: values[key] as string,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [key]: currentTarget.value } as Partial<T>),
  })
