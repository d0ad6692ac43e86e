import type { BothLanguages } from '#shared/faults/languages.ts';
import { faultWords } from '#shared/faults/words.ts';

/** Whatever host does not answer. */
const seeNetwork = `Confira a rede, o endereço, o proxy e o firewall (saída para a porta 443).
  Check the network, the address, the proxy and the firewall (outgoing port 443).`;
const slowNetwork = `Confira a rede; assim o trabalho demora.
  Check the network; like this, work is slow.`;

/**
 * Of each finding: `what` was found and, if something has to be done, `next`. `{name}` stands for a
 * value of it.
 */
export const words = {
  'keychain-works.what': `O cofre de senhas grava, lê e apaga.
    The keychain works.`,
  'keychain-unusable.what': `O cofre de senhas não pode ser usado; o token se perderia ao fechar a Doca.
    The keychain cannot be used; the token would be lost when Doca closes.`,
  'keychain-unusable.next': [
    'Desbloqueie o cofre e entre na conta de sempre; no Linux, instale gnome-keyring e libsecret-1-0.',
    'Unlock it and log in with your own account; on Linux, install gnome-keyring and libsecret-1-0.',
  ],
  'printers-found.what': `Impressoras: {count} ({names}).
    Printers: {count} ({names}).`,
  'printers-none.what': `Nenhuma impressora está instalada.
    No printer is installed.`,
  'printers-none.next': `Instale a impressora de etiquetas no sistema; sem ela, a Doca só grava PDF.
    Install the label printer in the system; without one, Doca only writes PDF files.`,
  'printers-unknown.what': `O sistema de impressão não respondeu ({detail}).
    The print system did not answer ({detail}).`,
  'printers-unknown.next': `Inicie o serviço de impressão (spooler ou CUPS) e tente de novo.
    Start the print service (spooler or CUPS) and try again.`,
  'crashes-none.what': `Nenhuma parte da Doca caiu no último mês.
    No part of Doca has crashed in the last month.`,
  'crashes-found.what': `Partes da Doca caíram {count} vezes; a última às {at} UTC: {path}.
    Parts of Doca crashed {count} times; last at {at} UTC: {path}.`,
  'crashes-found.next': `Mande o arquivo a quem desenvolve se continuar; ele pode conter um token.
    If it happens again, send the dump to the developers; it may contain a token.`,
  'disk-roomy.what': `Espaço livre: {megabytes} MB em {folder}.
    Free space: {megabytes} MB in {folder}.`,
  'disk-tight.what': `Só há {megabytes} MB livres em {folder}.
    Only {megabytes} MB are free in {folder}.`,
  'disk-tight.next': `Libere espaço, ou guarde as etiquetas por menos dias.
    Free some space, or keep labels for fewer days.`,
  'disk-unwritable.what': `A Doca não consegue gravar em {folder}.
    Doca cannot write in {folder}.`,
  'disk-unwritable.next': faultWords['disk.next'],
  'proxy-none.what': `Nenhum proxy no ambiente.
    No proxy in the environment.`,
  'proxy-set.what': `Há um proxy no ambiente ({names}).
    There is a proxy in the environment ({names}).`,
  'proxy-set.next': `O aplicativo usa o proxy do sistema; a linha de comando usa este.
    The app uses the system's proxy; the command line takes this one.`,
  'proxy-malformed.what': `O proxy no ambiente não é um endereço ({names}).
    The proxy in the environment is not an address ({names}).`,
  'proxy-malformed.next': `Escreva-o como http://servidor:porta, ou apague a variável.
    Write it as http://server:port, or remove the variable.`,
  'policy-none.what': `Nenhuma política: tudo se decide na tela Ajustes.
    No policy: everything is set on the Settings screen.`,
  'policy-counts.what': `A política decide: {keys}.
    The policy sets: {keys}.`,
  'policy-broken.what': `A política tem erros ({what}).
    The policy has errors ({what}).`,
  'policy-broken.next': [
    'Corrija o que é dito: a diretiva de grupo, o arquivo policy.json (só de administradores, com as pastas) ou as variáveis DOCA_.',
    'Correct it in the group policy, in policy.json (writable by administrators only, like its folders) or in the DOCA_ variables.',
  ],
  'sign-in-none.what': `Nenhum serviço de login está configurado: o token do ERP é colado.
    No sign-in service is set up: the token is pasted.`,
  'sign-in-answers.what': `O serviço de login responde e serve para a Doca ({issuer}).
    The sign-in service answers and is supported ({issuer}).`,
  'sign-in-unreachable.what': `O serviço de login não responde em {issuer} ({detail}).
    The sign-in service does not answer at {issuer} ({detail}).`,
  'sign-in-unreachable.next': seeNetwork,
  'sign-in-unusable.what': `Em {issuer} não há um serviço de login que a Doca entenda ({detail}).
    There is no supported sign-in service at {issuer} ({detail}).`,
  'sign-in-unusable.next': `Corrija o emissor: é o endereço antes de /.well-known/openid-configuration.
    Correct the issuer: it is the address before /.well-known/openid-configuration.`,
  'sign-in-no-client.what': `Falta o nome da Doca no serviço de login (client id).
    Doca's client ID at the sign-in service is missing.`,
  'sign-in-no-client.next': `Registre a Doca lá, e ponha o nome na política ou na tela Conexão.
    Register Doca there, and enter the client ID in the policy or on the Connect screen.`,
  'sign-in-port-free.what': `O endereço de retorno do login está livre ({address}).
    The address that the browser returns to is free ({address}).`,
  'sign-in-port-taken.what': `Outro programa usa agora o endereço de retorno do login ({address}).
    Another program uses the address that the browser returns to ({address}).`,
  'sign-in-port-taken.next': `Se não for a Doca que está entrando, feche o programa, ou registre outra porta.
    If it is not Doca signing in, close that program or register another port.`,
  'session-kept.what': `Alguém entrou em {host}, e a sessão está guardada.
    Signed in at {host}; the session is stored.`,
  'session-none.what': `Ninguém entrou em {host} neste computador.
    Nobody is signed in at {host} on this computer.`,
  'session-none.next': `Entre na tela Conexão.
    Sign in on the Connect screen.`,
  'erp-no-address.what': `Ainda não há um endereço do ERP.
    No ERP address is set.`,
  'erp-no-address.next': `Informe-o na tela Conexão, na política ou com --base-url.
    Enter it on the Connect screen, in the policy or with --base-url.`,
  'erp-answers.what': `O ERP responde em {ms} ms ({host}).
    The ERP answers in {ms} ms ({host}).`,
  'erp-slow.what': `O ERP demora {ms} ms ({host}).
    The ERP takes {ms} ms to answer ({host}).`,
  'erp-slow.next': slowNetwork,
  'erp-unreachable.what': `O ERP não responde em {host} ({detail}).
    The ERP does not answer at {host} ({detail}).`,
  'erp-unreachable.next': seeNetwork,
  'clock-right.what': `O relógio confere com o de {host} ({seconds} s de diferença).
    The clock agrees with that of {host} ({seconds} s apart).`,
  'clock-off.what': `O relógio difere {seconds} s do relógio de {host}.
    The clock is {seconds} s away from that of {host}.`,
  'clock-off.next': `Ligue o ajuste automático de hora neste computador e, se for seu, no servidor.
    Turn on automatic time on this computer and, if it is yours, on the server.`,
  'clock-unknown.what': `O ERP não diz que horas são; o relógio não foi conferido.
    The ERP does not say what time it is; the clock was not checked.`,
  'token-good.what': `O ERP aceita o token.
    The ERP accepts the token.`,
  'label-host-answers.what': `O servidor de etiquetas responde em {ms} ms ({host}).
    The label host answers in {ms} ms ({host}).`,
  'label-host-unreachable.what': `O servidor de etiquetas não responde em {host} ({detail}).
    The label host does not answer at {host} ({detail}).`,
  'label-host-unreachable.next': seeNetwork,
  'label-host-unknown.what': `Os servidores de etiquetas não foram testados.
    The label hosts were not tested.`,
  'label-host-unknown.next': `Repita com --grouping e o id de um agrupamento aberto, ou com --label-host.
    Repeat with --grouping and the id of an open grouping, or with --label-host.`,
  'floor-none.what': `Só há esta bancada: nenhum servidor de várias bancadas está configurado.
    No shared server is set up: this station works alone.`,
  'floor-answers.what': `O servidor das bancadas responde em {ms} ms ({host}, PostgreSQL {version}).
    The shared server answers in {ms} ms ({host}, PostgreSQL {version}).`,
  'floor-slow.what': `O servidor das bancadas demora {ms} ms ({host}).
    The shared server takes {ms} ms to answer ({host}).`,
  'floor-slow.next': slowNetwork,
  'floor-encrypted.what': `A conexão com ele é cifrada, e o certificado é de confiança.
    The connection to it is encrypted, and its certificate is trusted.`,
  'floor-plain.what': `Ele está neste computador; a conexão não sai dele.
    It is on this computer; the connection does not leave it.`,
  'floor-usable.what': `O usuário tem os direitos de que a Doca precisa.
    The user has the rights that Doca needs.`,
  'floor-no-password.what': `Não há senha guardada para o servidor das bancadas ({host}), e ele pede uma.
    The shared server ({host}) needs a password, and none is stored.`,
  'floor-no-password.next': `Informe-a na tela Ajustes, ou com --set-secret --floor.
    Enter it on the Settings screen, or with --set-secret --floor.`,
  'floor-unusable.what': `{what} ({host}; {detail})
    {what} ({host}; {detail})`,
  'floor-unusable.next': `{next}
    {next}`,
} as const satisfies Readonly<Record<string, BothLanguages>>;

type CodeOf<Key> = Key extends `${infer Code}.what` ? Code : never;
export type FindingCode = CodeOf<keyof typeof words>;
