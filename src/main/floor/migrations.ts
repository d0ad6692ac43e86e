/**
 * `floor`: one row. `life`: another one from when it is known that the database was put back from a
 * copy. `forgotten_seq`: the highest number of an event of a grouping that was removed: one that
 * begins anew goes on from there, so that its events are news everywhere.
 */
const floor = `
CREATE TABLE doca.migrations (
  version integer PRIMARY KEY
);
CREATE TABLE doca.floor (life text NOT NULL, forgotten_seq bigint NOT NULL DEFAULT 0);
INSERT INTO doca.floor VALUES (gen_random_uuid());
`;

/**
 * `here`: it did not say goodbye. Whether it is alive is seen by `seen_at` as well, and says
 * nothing about paper. `mark`: grows with all that it does here; a station that remembers a higher
 * one was here after this copy was made. `spoken`: the life to which it told all that it knows.
 * Null: there is nothing that it could know. `kept_days`: how long it keeps groupings; null: it has
 * not said.
 */
const stations = `
CREATE TABLE doca.stations (
  id text PRIMARY KEY,
  name text NOT NULL,
  person text,
  here boolean NOT NULL,
  seen_at timestamptz NOT NULL,
  mark bigint NOT NULL DEFAULT 0,
  spoken text,
  kept_days float8
);
CREATE FUNCTION doca.is_alive(p_station text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM doca.stations
    WHERE id = p_station AND here AND seen_at > clock_timestamp() - interval '15 seconds'
  )
$$;
CREATE FUNCTION doca.list_waited_for() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY name, id), '[]')
  FROM doca.stations, doca.floor WHERE spoken <> life
$$;
`;

/**
 * `seq`: of the last event. `revision`: grows with every change; `claims_revision`: what it was at
 * the last change of a claim. `participants`: every station that changed something of a grouping:
 * it keeps their names, for claims and events too.
 */
const groupings = `
CREATE TABLE doca.groupings (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company text NOT NULL,
  grouping_id bigint NOT NULL,
  seq bigint NOT NULL DEFAULT 0,
  revision bigint NOT NULL DEFAULT 0,
  claims_revision bigint NOT NULL DEFAULT 0,
  conclusion text CHECK (conclusion IN ('concluding', 'concluded', 'unknown')),
  conclusion_station text REFERENCES doca.stations,
  conclusion_person text,
  conclusion_at timestamptz,
  touched_at timestamptz NOT NULL,
  UNIQUE (company, grouping_id),
  CHECK ((conclusion IS NULL) = (conclusion_station IS NULL)),
  CHECK ((conclusion IS NULL) = (conclusion_at IS NULL))
);
CREATE TABLE doca.participants (
  grouping_key bigint NOT NULL REFERENCES doca.groupings ON DELETE CASCADE,
  station text NOT NULL REFERENCES doca.stations,
  PRIMARY KEY (grouping_key, station)
);
`;

/**
 * `kept`: by take, so it is not free when its print fails. `told_copy`: as its station counted,
 * before it knew of others'. `asked`: the stations that may tell of its one paper, because one was
 * asked in the other's stead.
 */
const claims = `
CREATE TABLE doca.claims (
  grouping_key bigint NOT NULL REFERENCES doca.groupings ON DELETE CASCADE,
  shipment_id bigint NOT NULL,
  copy integer NOT NULL CHECK (copy > 0),
  told_copy integer NOT NULL CHECK (told_copy > 0),
  station text NOT NULL,
  person text,
  state text NOT NULL CHECK (state IN ('taken', 'printing', 'doubt', 'printed')),
  kept boolean NOT NULL,
  digest text,
  alone boolean NOT NULL DEFAULT false,
  at timestamptz NOT NULL,
  asked text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (grouping_key, shipment_id, copy),
  CHECK (told_copy = copy OR state = 'printed')
);
CREATE UNIQUE INDEX one_open_claim ON doca.claims (grouping_key, shipment_id)
WHERE state <> 'printed';
`;

const events = `
CREATE TABLE doca.events (
  grouping_key bigint NOT NULL REFERENCES doca.groupings ON DELETE CASCADE,
  seq bigint NOT NULL CHECK (seq > 0),
  id text NOT NULL UNIQUE,
  station text NOT NULL,
  person text,
  kind text NOT NULL,
  shipment_id bigint,
  payload jsonb NOT NULL,
  at timestamptz NOT NULL,
  alone boolean NOT NULL,
  PRIMARY KEY (grouping_key, seq)
);
CREATE INDEX events_by_time ON doca.events (at);
`;

/**
 * A station is here. `p_life`: to which it told all that it knows, `p_known`: the other stations
 * that it knows of. Where the database has forgotten something of it, all stations are to tell
 * anew, each once: one that is waited for already begins no other life.
 */
const hello = `
CREATE FUNCTION doca.hello(
  p_station text, p_name text, p_person text, p_mark bigint, p_life text,
  p_known jsonb
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_life text;
  v_own doca.stations;
BEGIN
  SELECT life INTO STRICT v_life FROM doca.floor FOR UPDATE;
  SELECT * INTO v_own FROM doca.stations WHERE id = p_station;
  IF coalesce(v_own.mark, 0) < p_mark AND v_life IN (v_own.spoken, p_life) THEN
    UPDATE doca.floor SET life = gen_random_uuid() RETURNING life INTO v_life;
  END IF;
  IF p_life <> v_life THEN
    INSERT INTO doca.stations (id, name, here, seen_at, spoken)
    SELECT id, name, false, clock_timestamp(), ''
    FROM jsonb_to_recordset(p_known) AS known (id text, name text)
    ON CONFLICT (id) DO UPDATE SET spoken = '', name = excluded.name
      WHERE stations.spoken IS NULL;
  END IF;
  INSERT INTO doca.stations AS own
  VALUES (p_station, p_name, p_person, true, clock_timestamp(), p_mark + 1, p_life)
  ON CONFLICT (id) DO UPDATE SET
    name = excluded.name, person = excluded.person, here = excluded.here,
    seen_at = excluded.seen_at, mark = greatest(own.mark + 1, excluded.mark),
    spoken = coalesce(p_life, own.spoken)
  RETURNING * INTO v_own;
  RETURN jsonb_build_object(
    'life', v_life, 'mark', v_own.mark, 'waitedFor', doca.list_waited_for(),
    'stations', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY id), '[]')
      FROM doca.stations WHERE spoken IS NOT NULL AND id <> p_station
    )
  );
END
$$;
`;

/**
 * `p_told`: so many events more. What is notified names nothing: who listens knows the digest of
 * what they share.
 */
const changes = `
CREATE FUNCTION doca.lock_grouping(p_company text, p_grouping bigint) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_key bigint;
BEGIN
  LOOP
    SELECT key INTO v_key FROM doca.groupings
    WHERE company = p_company AND grouping_id = p_grouping FOR UPDATE;
    IF FOUND THEN RETURN v_key; END IF;
    INSERT INTO doca.groupings (company, grouping_id, seq, touched_at)
    SELECT p_company, p_grouping, forgotten_seq, clock_timestamp() FROM doca.floor
    ON CONFLICT DO NOTHING;
  END LOOP;
END
$$;
CREATE FUNCTION doca.note_change(
  p_key bigint, p_station text, p_claims boolean, p_told integer DEFAULT 0
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_scope text;
  v_revision bigint;
BEGIN
  INSERT INTO doca.participants VALUES (p_key, p_station) ON CONFLICT DO NOTHING;
  UPDATE doca.groupings SET
    seq = seq + p_told,
    revision = revision + 1,
    claims_revision = CASE WHEN p_claims THEN revision + 1 ELSE claims_revision END,
    touched_at = clock_timestamp()
  WHERE key = p_key
  RETURNING company || chr(10) || grouping_id, revision INTO v_scope, v_revision;
  PERFORM set_config('doca.notice',
    left(encode(sha256(convert_to(v_scope, 'UTF8')), 'hex'), 32) || ' ' || v_revision, true);
END
$$;
`;

const isThisLabel = 'grouping_key = p_key AND shipment_id = v_shipment';
const isThisCopy = `${isThisLabel} AND copy = v_copy`;
const nextCopy = `SELECT max(copy) + 1 FROM doca.claims WHERE ${isThisLabel}`;
const conclusionFields = '(conclusion, conclusion_station, conclusion_person, conclusion_at)';

/**
 * What was told becomes events, each once, and has its effect. Ages, not times: a station's clock
 * may be hours off. After the database was put back from a copy, stations tell for each other, with
 * what became of a print: `told_copy`, or that it is no paper of its own; and what they have in
 * their hands, though the claim is not known any more (`open`).
 */
const tell = `
CREATE FUNCTION doca.tell(p_key bigint, p_station text, p_entries jsonb) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_conclusion text;
  v_entry jsonb;
  v_payload jsonb;
  v_kind text;
  v_shipment bigint;
  v_copy integer;
  v_told_copy integer;
  v_station text;
  v_person text;
  v_alone boolean;
  v_at timestamptz;
  v_row doca.claims;
  v_codes jsonb;
  v_came jsonb;
  v_went text[];
  v_seq bigint;
  v_told integer := 0;
  v_claims boolean := false;
BEGIN
  SELECT seq INTO STRICT v_seq FROM doca.groupings WHERE key = p_key;
  FOR v_entry IN
    SELECT value FROM jsonb_array_elements(p_entries) WITH ORDINALITY ORDER BY ordinality
  LOOP
    CONTINUE WHEN EXISTS (SELECT FROM doca.events WHERE id = v_entry->>'id');
    v_payload := v_entry->'payload';
    v_kind := v_payload->>'kind';
    v_shipment := (v_payload->>'shipmentId')::bigint;
    v_copy := (v_payload->>'copy')::integer;
    v_station := coalesce(v_entry->>'station', p_station);
    v_person := v_entry->>'person';
    v_alone := (v_entry->>'alone')::boolean;
    v_at := coalesce(
      to_timestamp((v_entry->>'atMs')::double precision / 1000),
      statement_timestamp() - interval '1 millisecond'
        * least(greatest((v_entry->>'ageMs')::double precision, 0), 60 * 86400000.0)
    );

    IF v_station <> p_station THEN
      INSERT INTO doca.stations (id, name, here, seen_at)
      VALUES (v_station, v_station, false, clock_timestamp()) ON CONFLICT DO NOTHING;
      INSERT INTO doca.participants VALUES (p_key, v_station) ON CONFLICT DO NOTHING;
    END IF;

    IF v_kind IN ('printed', 'doubt', 'unprinted') THEN
      v_claims := true;
      SELECT * INTO v_row FROM doca.claims WHERE ${isThisCopy};
    END IF;

    IF v_kind = 'printed' AND (v_payload->>'onePaper')::boolean IS NOT TRUE THEN
      v_told_copy := coalesce((v_payload->>'toldCopy')::integer, v_copy);
      IF v_row.state <> 'printed' AND (CASE
        WHEN v_row.station = v_station THEN NOT v_alone OR v_row.state <> 'doubt'
        ELSE v_row.state IN ('doubt', 'taken') AND NOT v_alone
      END) THEN
        -- Its own, or one that was taken over: who printed it knows that it is on paper; not who
        -- printed one alone meanwhile.
        UPDATE doca.claims SET station = v_station, person = v_person, state = 'printed',
          kept = false, digest = v_payload->>'digest', alone = v_alone, at = v_at
        WHERE ${isThisCopy};
      ELSIF v_row.state = 'printed' AND NOT v_alone AND (
        v_row.station = v_station OR (NOT v_row.alone AND v_station = ANY (v_row.asked))
      ) THEN
        -- It is one paper, of which its station tells and the one that took it over as well.
        v_payload := v_payload || '{"onePaper": true}';
      ELSE
        IF v_row.state IS NOT NULL THEN
          -- Two prints that did not know of each other, one after another station had claimed the
          -- copy anew, or a later one of a station that does not know how its first is counted
          -- here: both stay, and an open claim is ended by who has it.
          v_copy := (${nextCopy});
          v_payload := v_payload || jsonb_build_object('copy', v_copy, 'toldCopy', v_told_copy);
        END IF;
        INSERT INTO doca.claims VALUES (p_key, v_shipment, v_copy, v_told_copy, v_station,
          v_person, 'printed', false, v_payload->>'digest', v_alone, v_at);
      END IF;

    ELSIF v_kind = 'doubt' AND (v_payload->>'open')::boolean THEN
      -- What was printed alone meanwhile is another paper, told before this one.
      UPDATE doca.claims SET copy = (${nextCopy})
      WHERE ${isThisCopy}
        AND state = 'printed' AND claims.alone AND station <> v_station;
      INSERT INTO doca.claims
        (grouping_key, shipment_id, copy, told_copy, station, person, state, kept, at)
      VALUES (p_key, v_shipment, v_copy, v_copy, v_station, v_person, 'doubt', false, v_at)
      ON CONFLICT (grouping_key, shipment_id, copy) DO UPDATE
        SET station = excluded.station, person = excluded.person, state = 'doubt', at = excluded.at
        WHERE claims.state <> 'printed';

    ELSIF v_row.station = v_station AND v_row.state <> 'printed' AND NOT v_alone THEN
      IF v_kind = 'doubt' OR (v_kind = 'unprinted' AND v_row.kept) THEN
        UPDATE doca.claims SET state = CASE v_kind WHEN 'doubt' THEN 'doubt' ELSE 'taken' END,
          person = v_person, at = v_at
        WHERE ${isThisCopy};
      ELSIF v_kind = 'unprinted' THEN
        DELETE FROM doca.claims WHERE ${isThisCopy};
      END IF;
    END IF;

    v_came := v_payload->'volumes'->'came';
    IF v_came IS NOT NULL THEN
      v_went := ARRAY(SELECT jsonb_array_elements_text(v_payload->'volumes'->'went'));
      SELECT payload->'volumes'->'codes' INTO v_codes FROM doca.events
      WHERE ${isThisLabel} AND kind IN ('checked', 'unchecked')
        AND NOT EXISTS (
          SELECT FROM generate_series(0, jsonb_array_length(v_payload->'marks') - 1) AS n
          WHERE payload->'marks'->>n <> v_payload->'marks'->>n
            AND '' NOT IN (payload->'marks'->>n, v_payload->'marks'->>n)
        )
      ORDER BY seq DESC LIMIT 1;
      v_codes := CASE WHEN FOUND
        THEN coalesce(v_codes, '[]') - (v_went || ARRAY(SELECT jsonb_array_elements_text(v_came)))
          || v_came
        ELSE v_payload->'volumes'->'codes' END;
      IF v_came || to_jsonb(v_went) <> '[]' THEN
        v_kind := CASE
          WHEN jsonb_array_length(v_codes) >= (v_payload->'volumes'->>'of')::integer
          THEN 'checked' ELSE 'unchecked' END;
      END IF;
      v_payload := jsonb_set(v_payload, '{volumes,codes}', v_codes)
        || jsonb_build_object('kind', v_kind);
    END IF;

    IF v_kind IN ('concluded', 'conclusion-unknown', 'conclusion-refused', 'conclusion-resolved')
    THEN
      SELECT conclusion INTO STRICT v_conclusion FROM doca.groupings WHERE key = p_key;
      IF v_conclusion = 'concluded' THEN
        NULL;
      ELSIF v_kind = 'concluded' OR (v_payload->>'concluded')::boolean THEN
        UPDATE doca.groupings
        SET ${conclusionFields} = ROW('concluded', v_station, v_person, v_at)
        WHERE key = p_key;
      ELSIF v_kind = 'conclusion-unknown' THEN
        UPDATE doca.groupings SET ${conclusionFields} = ROW('unknown', v_station, v_person, v_at)
        WHERE key = p_key AND (conclusion IS NULL OR conclusion_station = v_station);
      ELSE
        UPDATE doca.groupings SET ${conclusionFields} = ROW(NULL, NULL, NULL, NULL)
        WHERE key = p_key AND (conclusion_station = v_station
          OR (v_kind = 'conclusion-resolved' AND conclusion = 'unknown'));
      END IF;
    END IF;

    v_told := v_told + 1;
    INSERT INTO doca.events VALUES (p_key, v_seq + v_told, v_entry->>'id', v_station, v_person,
      v_kind, v_shipment, v_payload, v_at, v_alone);
  END LOOP;
  IF v_told > 0 THEN
    PERFORM doca.note_change(p_key, p_station, v_claims, v_told);
  END IF;
  RETURN v_told;
END
$$;
`;

const joinOwnClaim = `LEFT JOIN doca.claims AS own ON own.grouping_key = v_key
  AND own.shipment_id = wanted.shipment_id AND own.copy = wanted.copy`;
const fromWanted = 'FROM unnest(v_shipments, v_copies) AS wanted (shipment_id, copy)';
const isOfOther = `grouping_key = v_key AND station = p_more->>'from'`;
const readList = (key: string): string =>
  `SELECT value FROM jsonb_array_elements_text(p_more->'${key}') WITH ORDINALITY
    ORDER BY ordinality`;

/**
 * Every change comes this way. A notice is held under one lock of the whole server until its
 * transaction is on the disk, so it has a transaction of its own that waits for no disk. One that
 * is lost is made up for by the stations' own looks.
 *
 * `claim`, `take`: whether one of these copies is another's, on paper, or not the next one of its
 * label; or nobody may print now. Its own that are printing: the answer to the same claim was lost.
 *
 * `take-over`: what a station has taken and not claimed is at no printer: without the server it is
 * printed by the packer's word alone.
 *
 * `hold`: whether the claims, or without any the conclusion, are still its own: a station may have
 * slept since it got them. A claim that was taken over never is its old station's again while that
 * one prints. From the yes on it counts as alive, so nobody takes over what it is about to send.
 */
const change = `
CREATE PROCEDURE doca.change(
  p_what text, p_company text, p_grouping bigint, p_station text, p_person text, p_more jsonb,
  INOUT p_answer jsonb, INOUT p_mark bigint
) LANGUAGE plpgsql AS $$
DECLARE
  v_shipments bigint[] := ARRAY(${readList('shipments')});
  v_copies integer[] := ARRAY(${readList('copies')});
  v_has_spoken boolean;
  v_key bigint;
  v_changes integer := 0;
  v_free jsonb;
  v_doubt jsonb;
  v_old doca.groupings;
  v_new text := 'concluding';
  v_notice text;
BEGIN
  UPDATE doca.stations SET mark = mark + 1 FROM doca.floor WHERE id = p_station AND mark >= p_mark
  RETURNING mark, spoken = life INTO p_mark, v_has_spoken;
  IF NOT FOUND OR (p_what <> 'tell' AND v_has_spoken IS NOT TRUE) THEN
    RAISE EXCEPTION USING ERRCODE = 'D0CA1', MESSAGE = 'this station has to say hello first';
  END IF;
  IF doca.list_waited_for() <> '[]' AND p_what NOT IN ('tell', 'give-back') THEN
    p_answer := '"floor-restored"';
  ELSE
    v_key := doca.lock_grouping(p_company, p_grouping);
    CASE p_what
      WHEN 'claim', 'take' THEN
        IF EXISTS (
          SELECT FROM doca.groupings
          WHERE key = v_key AND conclusion = 'concluding' AND conclusion_station <> p_station
        ) OR EXISTS (
          SELECT ${fromWanted} ${joinOwnClaim}
          WHERE CASE
            WHEN own.state IS NOT NULL THEN own.station <> p_station OR own.state = 'printed'
              OR (own.state = 'doubt' AND p_what = 'claim')
            ELSE (
              SELECT count(*) > 0
                AND NOT (bool_and(state = 'printed') AND max(copy) = wanted.copy - 1)
              FROM doca.claims WHERE grouping_key = v_key AND shipment_id = wanted.shipment_id
            )
          END
        ) THEN
          p_answer := '"floor-taken"';
        ELSE
          INSERT INTO doca.claims AS claim
            (grouping_key, shipment_id, copy, told_copy, station, person, state, kept, at)
          SELECT DISTINCT v_key, shipment_id, copy, copy, p_station, p_person,
            CASE p_what WHEN 'claim' THEN 'printing' ELSE 'taken' END, p_what = 'take',
            statement_timestamp()
          ${fromWanted}
          ON CONFLICT (grouping_key, shipment_id, copy) DO UPDATE
            SET state = 'printing', person = excluded.person, at = excluded.at, asked = '{}'
            WHERE claim.state = 'taken' AND p_what = 'claim';
          GET DIAGNOSTICS v_changes = ROW_COUNT;
        END IF;

      WHEN 'give-back' THEN
        DELETE FROM doca.claims WHERE grouping_key = v_key AND station = p_station
          AND state = 'taken' AND shipment_id = ANY (v_shipments);
        GET DIAGNOSTICS v_changes = ROW_COUNT;

      WHEN 'take-over' THEN
        IF p_more->>'from' <> p_station AND doca.is_alive(p_more->>'from') AND EXISTS (
          SELECT FROM doca.claims WHERE ${isOfOther} AND state = 'printing'
        ) THEN
          p_answer := '"floor-printing"';
        ELSE
          WITH changed AS (
            UPDATE doca.claims
            SET station = p_station, person = p_person, at = statement_timestamp()
            WHERE ${isOfOther} AND state = 'taken'
            RETURNING shipment_id
          ) SELECT coalesce(jsonb_agg(shipment_id ORDER BY shipment_id), '[]') INTO v_free
            FROM changed;

          WITH changed AS (
            UPDATE doca.claims SET station = p_station, person = p_person, state = 'doubt',
              at = statement_timestamp(), asked = asked || ARRAY[p_more->>'from', p_station]
            WHERE ${isOfOther} AND state IN ('printing', 'doubt')
            RETURNING shipment_id AS "shipmentId", copy
          ) SELECT coalesce(jsonb_agg(to_jsonb(changed) ORDER BY "shipmentId"), '[]') INTO v_doubt
            FROM changed;

          v_changes := jsonb_array_length(v_free || v_doubt);
          p_answer := jsonb_build_object('free', v_free, 'inDoubt', v_doubt);
        END IF;

      WHEN 'begin-conclusion' THEN
        SELECT * INTO STRICT v_old FROM doca.groupings WHERE key = v_key;
        IF v_old.conclusion = 'unknown' OR v_old.conclusion_station <> p_station THEN
          v_new := 'unknown';
        END IF;
        IF v_old.conclusion = 'concluded' OR (v_old.conclusion = 'concluding'
          AND v_old.conclusion_station <> p_station AND doca.is_alive(v_old.conclusion_station))
        THEN
          p_answer := '"floor-concluding"';
        ELSIF v_new = 'concluding' AND EXISTS (
          SELECT FROM doca.claims WHERE grouping_key = v_key AND state <> 'printed'
            AND (station <> p_station OR state = 'doubt')
        ) THEN
          p_answer := '"floor-busy"';
        ELSE
          UPDATE doca.groupings
          SET ${conclusionFields} = ROW(v_new, p_station, p_person, statement_timestamp())
          WHERE key = v_key
            AND (conclusion, conclusion_station) IS DISTINCT FROM (v_new, p_station);
          GET DIAGNOSTICS v_changes = ROW_COUNT;
          p_answer := CASE v_new WHEN 'unknown' THEN '"conclusion-unknown"'::jsonb END;
        END IF;

      WHEN 'hold' THEN
        UPDATE doca.stations SET here = true, seen_at = clock_timestamp() WHERE id = p_station;
        IF v_shipments = '{}' THEN
          p_answer := CASE WHEN NOT EXISTS (
            SELECT FROM doca.groupings
            WHERE key = v_key AND conclusion = 'concluding' AND conclusion_station = p_station
          ) THEN '"floor-concluding"'::jsonb END;
        ELSE
          p_answer := CASE WHEN EXISTS (
            SELECT ${fromWanted} ${joinOwnClaim}
              AND own.station = p_station AND own.state = 'printing'
            WHERE own.state IS NULL
          ) THEN '"floor-taken"'::jsonb END;
        END IF;

      WHEN 'tell' THEN
        p_answer := to_jsonb(doca.tell(v_key, p_station, p_more->'entries'));
    END CASE;
    IF v_changes > 0 THEN
      PERFORM doca.note_change(v_key, p_station, p_what <> 'begin-conclusion');
    END IF;
  END IF;
  v_notice := current_setting('doca.notice', true);
  COMMIT;
  IF v_notice <> '' THEN
    PERFORM set_config('synchronous_commit', 'off', true);
    PERFORM pg_notify('doca', v_notice);
  END IF;
END
$$;
`;

/**
 * `migrations[n]` brings schema `doca` from version n to n + 1. Never changed once released, only
 * extended.
 *
 * Safety relies on constraints: one row for each copy of a label, one copy of a label at a time
 * that is not on paper, each event once. Changes of a grouping are one procedure, so that no
 * station's network delays the release of its lock: it locks the grouping's row first, and each of
 * its statements sees the changes of the lock's last holder. So numbers have no gaps, and a reader
 * by number misses nothing.
 */
export const migrations: readonly string[] = [
  [floor, stations, groupings, claims, events, hello, changes, tell, change].join(''),
];
