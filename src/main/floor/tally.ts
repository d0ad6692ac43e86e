import { z } from 'zod';

/**
 * From `$1` until before `$2`, in epoch milliseconds. A parcel counts for the person who scanned
 * it: each check adds its increase over the previous one, and an undo subtracts from the person who
 * undid it. A grouping counts for the person who concluded it first.
 */
export const readTally = `
  WITH span AS (
    SELECT to_timestamp($1::float8 / 1000) AS since, to_timestamp($2::float8 / 1000) AS until
  ), reported AS (
    SELECT events.* FROM doca.events, span WHERE at >= since AND at < until
  ), scans AS (
    SELECT station, person, at, parcels - lag(parcels, 1, 0) OVER (
      PARTITION BY grouping_key, shipment_id ORDER BY seq
    ) AS more
    FROM (
      SELECT *, CASE
        WHEN jsonb_typeof(payload->'volumes') = 'object'
          THEN jsonb_array_length(payload->'volumes'->'codes')
        WHEN kind = 'checked' THEN 1 ELSE 0 END AS parcels
      FROM doca.events
      WHERE kind IN ('checked', 'unchecked') AND grouping_key IN (SELECT grouping_key FROM reported)
    ) AS checks
  ), counts AS (
    SELECT station, person, count(DISTINCT (grouping_key, shipment_id)) AS labels,
      0 AS parcels, 0 AS groupings
    FROM reported WHERE kind = 'printed' AND payload->'onePaper' IS NULL GROUP BY station, person
    UNION ALL
    SELECT station, person, 0, greatest(sum(more), 0), 0 FROM scans, span
    WHERE at >= since AND at < until GROUP BY station, person
    UNION ALL
    SELECT conclusion_station, conclusion_person, 0, 0, count(*) FROM doca.groupings, span
    WHERE conclusion = 'concluded' AND conclusion_at >= since AND conclusion_at < until
    GROUP BY conclusion_station, conclusion_person
  )
  SELECT name AS station, counts.person, id = $3 AS "isHere",
    sum(labels)::integer AS labels, sum(parcels)::integer AS parcels,
    sum(groupings)::integer AS groupings
  FROM counts JOIN doca.stations ON id = station
  GROUP BY id, name, counts.person
  HAVING sum(labels) + sum(parcels) + sum(groupings) > 0
  ORDER BY name, counts.person`;

const count = z.number().int();

export const tallyRow = z.object({
  station: z.string(),
  person: z.string().nullable(),
  isHere: z.boolean(),
  labels: count,
  parcels: count,
  groupings: count,
});
