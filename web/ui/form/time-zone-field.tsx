import { getBrowserTimeZone } from '../../device/time-zone.ts'
import { SelectField } from './select-field.tsx'

interface TimeZoneFieldProps {
  /** The time zone that is chosen at first; by default the time zone of the browser. */
  chosen?: string
}

/**
 * A field for a time zone. It offers the IANA names of all time zones that the browser knows. The name of the form
 * field is `timezone`.
 */
export function TimeZoneField({ chosen }: TimeZoneFieldProps) {
  const first = chosen ?? getBrowserTimeZone()
  const zones = [...new Set([first, ...Intl.supportedValuesOf('timeZone')])]
  const options = zones.map((zone) => [zone, zone] as const)
  return <SelectField label="Time zone" name="timezone" defaultValue={first} options={options} />
}
