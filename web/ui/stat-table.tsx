import type { ReactNode } from 'react'

/** A table whose first column names the rows. */
export const StatTable = ({ head, rows }: { head: string[]; rows: ReactNode[][] }) => (
  <table className="stat-table">
    <thead>
      <tr>
        {head.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...cells], row) => (
        // The index is the key, because two rows can have the same name.
        <tr key={row}>
          <th scope="row">{name}</th>
          {cells.map((cell, column) => (
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
