import { SelectField } from './select-field.tsx'

interface TimeZoneFieldProps {
  id: string
  /** The time zone chosen at first; the browser's own when none is given. */
  chosen?: string
  error?: string | undefined
}

/** Where a clock hangs: every time zone that the browser knows, by its IANA name. The field is called `timezone`. */
export function TimeZoneField({ chosen, ...field }: TimeZoneFieldProps) {
  const first = chosen ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set([first, ...Intl.supportedValuesOf('timeZone')])]
  const options = zones.map((zone) => [zone, zone] as const)
  return <SelectField label="Time zone" name="timezone" defaultValue={first} options={options} {...field} />
}
