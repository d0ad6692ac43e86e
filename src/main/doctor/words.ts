import type { Language } from '../../shared/index.ts';

/** What was found and, where something is to be done, what; `{name}` stands for a value of the finding. */
interface Words {
  readonly what: string;
  readonly next?: string;
}

const findings = {
  'keychain-works': {
    'pt-BR': { what: 'O cofre de senhas grava, lê e apaga.' },
    en: { what: 'The keychain writes, reads and removes.' },
  },
  'keychain-unusable': {
    'pt-BR': {
      what: 'O cofre de senhas não pode ser usado; o token se perderia ao fechar a Doca.',
      next: 'Desbloqueie o cofre e entre na conta de sempre; no Linux, instale gnome-keyring e libsecret-1-0.',
    },
    en: {
      what: 'The keychain cannot be used; the token would be lost when Doca closes.',
      next: 'Unlock it and log in with your own account; on Linux, install gnome-keyring and libsecret-1-0.',
    },
  },
  'printers-found': {
    'pt-BR': { what: 'Impressoras: {count} ({names}).' },
    en: { what: 'Printers: {count} ({names}).' },
  },
  'printers-none': {
    'pt-BR': {
      what: 'Nenhuma impressora está instalada.',
      next: 'Instale a impressora de etiquetas no sistema; sem ela, a Doca só grava PDF.',
    },
    en: {
      what: 'No printer is installed.',
      next: 'Install the label printer in the system; without one, Doca only writes PDF files.',
    },
  },
  'printers-unknown': {
    'pt-BR': {
      what: 'O sistema de impressão não respondeu ({detail}).',
      next: 'Inicie o serviço de impressão (spooler ou CUPS) e tente de novo.',
    },
    en: {
      what: 'The print system did not answer ({detail}).',
      next: 'Start the print service (spooler or CUPS) and try again.',
    },
  },
  'disk-roomy': {
    'pt-BR': { what: 'Espaço livre: {megabytes} MB em {folder}.' },
    en: { what: 'Free space: {megabytes} MB in {folder}.' },
  },
  'disk-tight': {
    'pt-BR': {
      what: 'Só há {megabytes} MB livres em {folder}.',
      next: 'Libere espaço, ou guarde as etiquetas por menos dias.',
    },
    en: { what: 'Only {megabytes} MB are free in {folder}.', next: 'Free some space, or keep labels for fewer days.' },
  },
  'disk-full': {
    'pt-BR': { what: 'O disco está cheio: {megabytes} MB em {folder}.', next: 'Libere espaço antes do próximo turno.' },
    en: { what: 'The disk is full: {megabytes} MB in {folder}.', next: 'Free some space before the next shift.' },
  },
  'disk-unwritable': {
    'pt-BR': { what: 'A Doca não consegue gravar em {folder}.', next: 'Confira as permissões da pasta e o disco.' },
    en: { what: 'Doca cannot write in {folder}.', next: "Check the folder's permissions and the disk." },
  },
  'proxy-none': {
    'pt-BR': { what: 'Nenhum proxy no ambiente.' },
    en: { what: 'No proxy in the environment.' },
  },
  'proxy-set': {
    'pt-BR': {
      what: 'Há um proxy no ambiente ({names}).',
      next: 'O aplicativo usa o proxy do sistema; a linha de comando usa este.',
    },
    en: {
      what: 'There is a proxy in the environment ({names}).',
      next: "The app uses the system's proxy; the command line takes this one.",
    },
  },
  'proxy-malformed': {
    'pt-BR': {
      what: 'O proxy no ambiente não é um endereço ({names}).',
      next: 'Escreva-o como http://servidor:porta, ou apague a variável.',
    },
    en: {
      what: 'The proxy in the environment is no address ({names}).',
      next: 'Write it as http://server:port, or remove the variable.',
    },
  },
  'policy-none': {
    'pt-BR': { what: 'Nenhuma política: tudo se decide na tela Configurações.' },
    en: { what: 'No policy: everything is decided on the Settings screen.' },
  },
  'policy-counts': {
    'pt-BR': { what: 'A política decide: {keys}.' },
    en: { what: 'The policy decides: {keys}.' },
  },
  'policy-broken': {
    'pt-BR': {
      what: 'A política tem erros ({what}).',
      next: 'Corrija o que é dito: a diretiva de grupo, o arquivo policy.json (só de administradores, com as pastas) ou as variáveis DOCA_.',
    },
    en: {
      what: 'The policy has errors ({what}).',
      next: 'Correct what is named: the group policy, the file policy.json (of administrators alone, with its folders) or the DOCA_ variables.',
    },
  },
  'sign-in-none': {
    'pt-BR': { what: 'Nenhum serviço de entrada está configurado: o token do ERP é colado.' },
    en: { what: "No sign-in service is set up: the ERP's token is pasted." },
  },
  'sign-in-answers': {
    'pt-BR': { what: 'O serviço de entrada responde e serve para a Doca ({issuer}).' },
    en: { what: 'The sign-in service answers and suits Doca ({issuer}).' },
  },
  'sign-in-unreachable': {
    'pt-BR': {
      what: 'O serviço de entrada não responde em {issuer} ({detail}).',
      next: 'Confira a rede, o proxy e o firewall (saída para a porta 443), e o endereço do emissor.',
    },
    en: {
      what: 'The sign-in service does not answer at {issuer} ({detail}).',
      next: 'Check the network, the proxy and the firewall (outgoing port 443), and the address of the issuer.',
    },
  },
  'sign-in-unusable': {
    'pt-BR': {
      what: 'Em {issuer} não há um serviço de entrada que a Doca entenda ({detail}).',
      next: 'Corrija o emissor: é o endereço antes de /.well-known/openid-configuration.',
    },
    en: {
      what: 'At {issuer} there is no sign-in service that Doca understands ({detail}).',
      next: 'Correct the issuer: it is the address before /.well-known/openid-configuration.',
    },
  },
  'sign-in-no-client': {
    'pt-BR': {
      what: 'Falta o nome da Doca no serviço de entrada (client id).',
      next: 'Registre a Doca lá, e ponha o nome na política ou na tela Conexão.',
    },
    en: {
      what: "Doca's name at the sign-in service (client id) is missing.",
      next: 'Register Doca there, and put the name into the policy or on the Connect screen.',
    },
  },
  'sign-in-port-free': {
    'pt-BR': { what: 'O endereço de retorno da entrada está livre ({address}).' },
    en: { what: 'The address that the browser comes back to is free ({address}).' },
  },
  'sign-in-port-taken': {
    'pt-BR': {
      what: 'Outro programa usa agora o endereço de retorno da entrada ({address}).',
      next: 'Se não for a Doca que está entrando, feche o programa, ou registre outra porta.',
    },
    en: {
      what: 'Another program now uses the address that the browser comes back to ({address}).',
      next: 'If it is not Doca signing in, close that program, or register another port.',
    },
  },
  'session-kept': {
    'pt-BR': { what: 'Alguém entrou em {host}, e a entrada está guardada.' },
    en: { what: 'Somebody is signed in at {host}, and the session is kept.' },
  },
  'session-none': {
    'pt-BR': { what: 'Ninguém entrou em {host} neste computador.', next: 'Entre na tela Conexão.' },
    en: { what: 'Nobody is signed in at {host} on this computer.', next: 'Sign in on the Connect screen.' },
  },
  'session-over': {
    'pt-BR': { what: 'A entrada em {host} acabou.', next: 'Entre de novo na tela Conexão.' },
    en: { what: 'The session at {host} is over.', next: 'Sign in again on the Connect screen.' },
  },
  'erp-no-address': {
    'pt-BR': { what: 'Ainda não há um endereço do ERP.', next: 'Informe-o na tela Conexão, ou com --base-url.' },
    en: { what: 'There is no ERP address yet.', next: 'Enter it on the Connect screen, or give --base-url.' },
  },
  'erp-bad-address': {
    'pt-BR': {
      what: 'O endereço do ERP não está certo ({detail}).',
      next: 'Corrija-o na tela Conexão ou na política.',
    },
    en: {
      what: 'The address of the ERP is not right ({detail}).',
      next: 'Correct it on the Connect screen or in the policy.',
    },
  },
  'erp-answers': {
    'pt-BR': { what: 'O ERP responde em {ms} ms ({host}).' },
    en: { what: 'The ERP answers in {ms} ms ({host}).' },
  },
  'erp-slow': {
    'pt-BR': { what: 'O ERP demora {ms} ms ({host}).', next: 'Confira a rede; as etiquetas vão demorar.' },
    en: { what: 'The ERP takes {ms} ms ({host}).', next: 'Check the network; labels will take long.' },
  },
  'erp-unreachable': {
    'pt-BR': {
      what: 'O ERP não responde em {host} ({detail}).',
      next: 'Confira a rede, o endereço, o proxy e o firewall (saída para a porta 443).',
    },
    en: {
      what: 'The ERP does not answer at {host} ({detail}).',
      next: 'Check the network, the address, the proxy and the firewall (outgoing port 443).',
    },
  },
  'clock-right': {
    'pt-BR': { what: 'O relógio confere com o do ERP ({seconds} s de diferença).' },
    en: { what: "The clock agrees with the ERP's ({seconds} s apart)." },
  },
  'clock-off': {
    'pt-BR': {
      what: 'O relógio difere {seconds} s do relógio do ERP.',
      next: 'Ligue o ajuste automático de hora do sistema.',
    },
    en: {
      what: "The clock is {seconds} s away from the ERP's.",
      next: "Switch on the system's automatic time.",
    },
  },
  'clock-unknown': {
    'pt-BR': { what: 'O ERP não diz que horas são; o relógio não foi conferido.' },
    en: { what: 'The ERP does not say what time it is; the clock was not checked.' },
  },
  'token-good': {
    'pt-BR': { what: 'O ERP aceita o token.' },
    en: { what: 'The ERP takes the token.' },
  },
  'token-missing': {
    'pt-BR': { what: 'Não há token guardado para {host}.', next: 'Cole o token na tela Conexão.' },
    en: { what: 'There is no stored token for {host}.', next: 'Paste the token on the Connect screen.' },
  },
  'token-refused': {
    'pt-BR': { what: 'O ERP recusa o token.', next: 'Gere um token novo no ERP e cole-o na tela Conexão.' },
    en: { what: 'The ERP refuses the token.', next: 'Make a new token in the ERP and paste it on the Connect screen.' },
  },
  'token-powerless': {
    'pt-BR': { what: 'O token não tem permissão.', next: 'Peça a permissão a quem administra o ERP.' },
    en: { what: 'The token lacks permission.', next: 'Ask whoever manages the ERP for the permission.' },
  },
  'token-untested': {
    'pt-BR': { what: 'O token não pôde ser testado ({detail}).', next: 'Tente de novo daqui a pouco.' },
    en: { what: 'The token could not be tested ({detail}).', next: 'Try again in a little while.' },
  },
  'label-host-answers': {
    'pt-BR': { what: 'O servidor de etiquetas responde em {ms} ms ({host}).' },
    en: { what: 'The label host answers in {ms} ms ({host}).' },
  },
  'label-host-unreachable': {
    'pt-BR': {
      what: 'O servidor de etiquetas não responde em {host} ({detail}).',
      next: 'Libere este endereço no firewall e no proxy.',
    },
    en: {
      what: 'The label host does not answer at {host} ({detail}).',
      next: 'Allow this address in the firewall and the proxy.',
    },
  },
  'label-host-unknown': {
    'pt-BR': {
      what: 'Os servidores de etiquetas não foram testados.',
      next: 'Repita com --grouping e o número de um agrupamento aberto, ou com --label-host.',
    },
    en: {
      what: 'The label hosts were not tested.',
      next: 'Repeat with --grouping and the id of an open grouping, or with --label-host.',
    },
  },
  'floor-none': {
    'pt-BR': { what: 'Só há esta bancada: nenhum servidor de várias bancadas está configurado.' },
    en: { what: 'There is this station only: no server of several stations is set up.' },
  },
  'floor-answers': {
    'pt-BR': { what: 'O servidor das bancadas responde em {ms} ms ({host}, PostgreSQL {version}).' },
    en: { what: 'The server that the stations share answers in {ms} ms ({host}, PostgreSQL {version}).' },
  },
  'floor-slow': {
    'pt-BR': {
      what: 'O servidor das bancadas demora {ms} ms ({host}).',
      next: 'Confira a rede até ele; o que uma bancada faz vai aparecer tarde nas outras.',
    },
    en: {
      what: 'The server that the stations share takes {ms} ms ({host}).',
      next: 'Check the network on the way to it; what one station does will show late at the others.',
    },
  },
  'floor-encrypted': {
    'pt-BR': { what: 'A conexão com ele é cifrada, e o certificado é de confiança.' },
    en: { what: 'The connection to it is encrypted, and its certificate is trusted.' },
  },
  'floor-plain': {
    'pt-BR': { what: 'Ele está neste computador; a conexão não sai dele.' },
    en: { what: 'It is on this computer; the connection does not leave it.' },
  },
  'floor-usable': {
    'pt-BR': { what: 'O usuário tem os direitos de que a Doca precisa (tabelas da versão {version}).' },
    en: { what: 'The user has the rights that Doca needs (tables of version {version}).' },
  },
  'floor-empty': {
    'pt-BR': {
      what: 'O usuário tem os direitos de que a Doca precisa; ainda não há tabelas, a primeira bancada as cria.',
    },
    en: { what: 'The user has the rights that Doca needs; there are no tables yet, the first station makes them.' },
  },
  'floor-clock-right': {
    'pt-BR': { what: 'O relógio confere com o dele ({seconds} s de diferença).' },
    en: { what: 'The clock agrees with its own ({seconds} s apart).' },
  },
  'floor-clock-off': {
    'pt-BR': {
      what: 'O relógio difere {seconds} s do relógio dele; nas telas valem as horas dele.',
      next: 'Ligue o ajuste automático de hora neste computador e no servidor.',
    },
    en: {
      what: 'The clock is {seconds} s away from its own; the times on the screens are its.',
      next: 'Switch on automatic time on this computer and on the server.',
    },
  },
  'floor-no-password': {
    'pt-BR': {
      what: 'Não há senha guardada para o servidor das bancadas ({host}), e ele pede uma.',
      next: 'Informe-a na tela Configurações, ou com --set-secret --floor.',
    },
    en: {
      what: 'There is no stored password for the server that the stations share ({host}), and it wants one.',
      next: 'Give it on the Settings screen, or with --set-secret --floor.',
    },
  },
  'floor-unusable': {
    'pt-BR': { what: '{what} ({host}; {detail})', next: '{next}' },
    en: { what: '{what} ({host}; {detail})', next: '{next}' },
  },
} satisfies Readonly<Record<string, Readonly<Record<Language, Words>>>>;

export type FindingCode = keyof typeof findings;

export const words: Readonly<Record<FindingCode, Readonly<Record<Language, Words>>>> = findings;
