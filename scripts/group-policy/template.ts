import { policyKey } from '../../src/main/policy/windows.ts';
import type { Language } from '../../src/shared/faults/languages.ts';
import { findEntry, type Entry } from './entry.ts';
import { decisions } from './words.ts';

const namespace = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';
const folders: Readonly<Record<Language, string>> = { 'pt-BR': 'pt-BR', en: 'en-US' };
const help: Readonly<Record<Language, (key: string, example: string) => string>> = {
  'pt-BR': (key, example) =>
    `Decide "${key}" em cada computador; quem embala vê o valor bloqueado. Exemplo: ${example}`,
  en: (key, example) =>
    `Decides "${key}" on each computer; packers see it locked. Example: ${example}`,
};
const supported: Readonly<Record<Language, string>> = {
  'pt-BR': 'Windows 10 ou mais novo',
  en: 'Windows 10 or newer',
};

/**
 * The template for group policies, by path: one file of decisions, and their words in each
 * language.
 */
export function writeTemplate(): Readonly<Record<string, string>> {
  const words = (Object.keys(folders) as Language[]).map((language) => [
    `${folders[language]}/Doca.adml`,
    writeWords(language),
  ]);
  return {
    'Doca.admx': writeDecisions(),
    ...(Object.fromEntries(words) as Record<string, string>),
  };
}

function writeDecisions(): string {
  const policies = Object.keys(decisions).map(
    (
      key,
    ) => `    <policy name="${key}" class="Machine" displayName="$(string.${key})" explainText="$(string.${key}Help)" key="${policyKey}" presentation="$(presentation.${key})">
      <parentCategory ref="Doca" />
      <supportedOn ref="Windows10" />
      <elements>
        ${writeElement(key, findEntry(key))}
      </elements>
    </policy>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="${namespace}" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="doca" namespace="Doca.Policies" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="Windows10" displayName="$(string.Windows10)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="Doca" displayName="$(string.Doca)" />
  </categories>
  <policies>
${policies.join('\n')}
  </policies>
</policyDefinitions>
`;
}

function writeElement(key: string, entry: Entry): string {
  switch (entry.kind) {
    case 'text':
      return `<text id="value" valueName="${key}" required="true" maxLength="10000" />`;
    case 'number':
      return `<decimal id="value" valueName="${key}" required="true" minValue="${entry.min}" maxValue="${entry.max}" />`;
    case 'choice': {
      const items = entry.choices.map(
        (choice) =>
          `<item displayName="$(string.${nameChoice(choice)})"><value><string>${choice}</string></value></item>`,
      );
      return `<enum id="value" valueName="${key}" required="true">${items.join('')}</enum>`;
    }
  }
}

function writeWords(language: Language): string {
  const choices = new Set(
    Object.keys(decisions).flatMap((key) => {
      const entry = findEntry(key);
      return entry.kind === 'choice' ? entry.choices : [];
    }),
  );
  const strings = [
    ['Doca', 'Doca'],
    ['Windows10', supported[language]],
    ...Object.entries(decisions).flatMap(([key, { words, example }]) => [
      [key, words[language]],
      [`${key}Help`, help[language](key, example)],
    ]),
    ...[...choices].map((choice) => [nameChoice(choice), choice]),
  ].map(([id = '', text = '']) => `      <string id="${id}">${escapeXml(text)}</string>`);
  const presentations = Object.entries(decisions).map(
    ([key, { words }]) =>
      `      <presentation id="${key}">${writeControl(findEntry(key), escapeXml(words[language]))}</presentation>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="${namespace}" revision="1.0" schemaVersion="1.0">
  <displayName>Doca</displayName>
  <description>Doca</description>
  <resources>
    <stringTable>
${strings.join('\n')}
    </stringTable>
    <presentationTable>
${presentations.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

function writeControl(entry: Entry, label: string): string {
  switch (entry.kind) {
    case 'text':
      return `<textBox refId="value"><label>${label}</label></textBox>`;
    case 'number':
      return `<decimalTextBox refId="value" defaultValue="${entry.min}">${label}</decimalTextBox>`;
    case 'choice':
      return `<dropdownList refId="value" noSort="true" defaultItem="0">${label}</dropdownList>`;
  }
}

/** An id of a text takes letters and digits only. */
function nameChoice(choice: string): string {
  return `choice${choice.replace(/\W/g, '')}`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
