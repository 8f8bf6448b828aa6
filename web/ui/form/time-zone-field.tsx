import { SelectField } from './select-field.tsx'

interface TimeZoneFieldProps {
  id: string
  /** The time zone that is chosen at first; by default the browser's. */
  chosen?: string
  error?: string | undefined
}

/**
 * A field for a time zone, with every time zone that the browser knows by its IANA name. The name of the field is
 * `timezone`.
 */
export function TimeZoneField({ chosen, ...field }: TimeZoneFieldProps) {
  const first = chosen ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set([first, ...Intl.supportedValuesOf('timeZone')])]
  const options = zones.map((zone) => [zone, zone] as const)
  return <SelectField label="Time zone" name="timezone" defaultValue={first} options={options} {...field} />
}
