import './form.css'

interface TimeZoneFieldProps {
  id: string
  /** What is chosen at first; the browser's own when none is given. */
  chosen?: string
  error?: string | undefined
}

/** Where a clock hangs: every time zone that the browser knows, by its IANA name. The field is called `timezone`. */
export function TimeZoneField({ id, chosen, error }: TimeZoneFieldProps) {
  const first = chosen ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="field">
      <label htmlFor={id}>Time zone</label>
      <select
        id={id}
        name="timezone"
        defaultValue={first}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        {[...new Set([first, ...Intl.supportedValuesOf('timeZone')])].map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </select>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
