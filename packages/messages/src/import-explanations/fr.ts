import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const fr: Texts<typeof en> = {
  'attachment.spreadsheet':
    'C’est un classeur, pas un fichier CSV. Enregistrez la liste au format CSV (UTF-8) et envoyez ce fichier.',
  'attachment.document':
    'C’est un document, pas un fichier CSV. Exportez la liste du système de réservation au format CSV et envoyez ce fichier.',
  'attachment.unknown-kind':
    'Ce n’est pas un fichier CSV. Exportez la liste du système de réservation au format CSV et envoyez ce fichier.',
  'attachment.outlook-container':
    'Outlook a mis les pièces jointes dans winmail.dat, qui ne peut pas être lu. Envoyez le courriel en HTML ou en texte brut, pas en texte enrichi.',
  'attachment.archive-unreadable':
    'L’archive est endommagée ou incomplète. Recréez-la ou joignez le fichier CSV tel quel.',
  'attachment.archive-too-large':
    'L’archive contient trop de fichiers, ou des fichiers trop volumineux. Joignez les fichiers CSV tels quels.',
  'attachment.archive-encrypted':
    'L’archive est protégée par un mot de passe. Joignez le fichier CSV tel quel, ou dans une archive sans mot de passe.',
  'attachment.archive-nested':
    'Cette archive se trouve dans une autre. Joignez le fichier CSV tel quel, ou dans une seule archive ZIP.',
  'attachment.archive-unsupported':
    'Les archives de ce type ne sont pas lues. Joignez le fichier CSV tel quel, ou dans une archive ZIP.',
  'attachment.archive-without-csv':
    'L’archive ne contient aucun fichier CSV. Exportez la liste au format CSV et envoyez ce fichier.',
  'attachment.old-encoding':
    'La pièce jointe est codée d’une manière qui n’est plus en usage (uuencode, yEnc ou BinHex). Joignez le fichier tel quel.',
  'attachment.encrypted': 'Le courriel est chiffré ou scellé et ne peut pas être lu ici. Envoyez-le sans chiffrement.',
  'attachment.partial':
    'Ce n’est qu’un morceau d’un courriel divisé. Envoyez le fichier en un seul courriel, au besoin dans une archive ZIP.',
  'attachment.external': 'Le courriel ne contient qu’un lien vers le fichier. Joignez le fichier lui-même.',
  'attachment.too-many-files': 'Le courriel contient plus de 100 fichiers CSV. Envoyez-les en plusieurs courriels.',
  'attachment.too-complex':
    'Le courriel a trop de parties, ou trop imbriquées, ou des en-têtes trop longs. Envoyez un nouveau courriel avec le fichier joint.',
  'csv.no-text': 'Le fichier n’est pas un texte : il contient des caractères NUL.',
  'csv.unknown-encoding':
    'Le codage du fichier ne peut pas être reconnu : ce n’est ni UTF-8, ni UTF-16, ni Windows-1252. Enregistrez-le en « CSV UTF-8 ».',
  'csv.unknown-delimiter':
    'Le fichier déclare « {declared} » comme séparateur. Enregistrez-le avec un point-virgule, une virgule, une tabulation ou une barre verticale entre les cellules.',
  'csv.long-header': 'La ligne d’en-tête dépasse 64 ko.',
  'csv.empty': 'Le fichier est vide : il n’a pas de ligne d’en-tête.',
  'csv.repeated-column': 'L’en-tête contient plus d’une fois une colonne : {columns}. N’en laissez qu’une de chaque.',
  'csv.open-quote-in-header':
    'Le fichier ne peut pas être lu jusqu’au bout : des guillemets ouverts dans l’en-tête ne sont jamais fermés.',
  'csv.open-quote':
    'Le fichier ne peut pas être lu jusqu’au bout : des guillemets ouverts à la ligne {row} ne sont jamais fermés.',
  'csv.endless-row':
    'Le fichier ne peut pas être lu jusqu’au bout : la ligne {row} dépasse 64 ko, sans doute parce que des guillemets ne sont jamais fermés.',
  'csv.wide-header': 'L’en-tête compte plus de 16 384 colonnes. Ne laissez que celles qui sont nécessaires.',
  'csv.wide-row': 'La ligne {row} compte plus de 16 384 cellules. Ne laissez que les colonnes nommées dans l’en-tête.',
  'csv.broken-quotes':
    'Le fichier ne peut pas être lu jusqu’au bout : jusqu’à la ligne {row}, trop de cellules ont du texte après les guillemets fermants. Doublez les guillemets à l’intérieur des cellules.',
  'csv.too-many-rows':
    'Le fichier compte plus de 2 000 000 lignes, lignes vides comprises. Répartissez-le en plusieurs fichiers.',
  'file.no-csv': 'Le courriel ne contient aucun fichier CSV.',
  'file.not-set-up': 'L’importation n’est pas configurée pour ce compte. Adressez-vous à notre assistance.',
  'file.nothing-found': 'Des colonnes manquent : {missing}. Aucune n’a été trouvée.',
  'file.missing-columns': 'Des colonnes manquent : {missing}. Ont été trouvées : {found}.',
  'file.same-twice': 'Le même fichier est deux fois dans le courriel ; il a été lu une fois.',
  'file.same-on-day': 'Le même fichier a été importé le {day} ; rien n’a été refait.',
  'file.same-before': 'Le même fichier a déjà été importé ; rien n’a été refait.',
  'file.given-up':
    'Le fichier n’a pas pu être lu jusqu’au bout ; notre assistance est prévenue. Vous pouvez le renvoyer.',
  'row.too-many-cells':
    'La ligne a plus de cellules que l’en-tête n’a de colonnes : on ne peut pas les distinguer. Mettez entre guillemets les cellules qui contiennent le séparateur.',
  'row.trip-reversed': 'Le départ précède l’arrivée.',
  'row.nights-outside': 'Les nuits de cette colonne finissent le {to}, après le départ le {departure}.',
  'row.hotel-not-found': 'Aucun élément n’a cet identifiant, ni interne ni externe dans la bibliothèque {library}.',
  'row.code-above': 'Une ligne plus haut a le même code de téléchargement.',
  'row.code-taken': 'Il existe déjà une release avec ce code de téléchargement.',
  'row.no-answer':
    'Aucune réponse en 15 minutes. La release peut encore être créée : cherchez son code de téléchargement avant de renvoyer cette ligne.',
  'cell.empty': 'La cellule est vide.',
  'cell.spreadsheet-error':
    'Un tableur a mis ici une erreur à la place d’une valeur. Corrigez la formule ou écrivez la valeur.',
  'date.not-a-date': 'Ce n’est pas une date.',
  'date.ambiguous': 'On ne peut pas distinguer le jour du mois. Écrivez AAAA-MM-JJ.',
  'date.no-such-day': 'Ce jour n’existe pas.',
  'date.short-year': 'L’année n’a que deux chiffres. Écrivez les quatre.',
  'date.words': 'La date est écrite en lettres. Écrivez-la en chiffres, AAAA-MM-JJ.',
  'date.serial-number': 'Un tableur a changé cette date en nombre. Donnez à la colonne le format de date.',
  'date.other-format': 'La date n’a pas la forme convenue pour vos fichiers. Écrivez-la ainsi ou AAAA-MM-JJ.',
  'date.time-zone': 'L’heure est celle d’un autre fuseau : le jour n’est pas certain. N’écrivez que la date.',
  'number.not-a-number': 'Ce n’est pas un nombre entier.',
  'number.ambiguous': 'Les trois zéros peuvent être des décimales ou des milliers. Écrivez le nombre sans séparateur.',
  'number.scientific':
    'Un tableur a abrégé ce nombre (comme 1,23E+05) et des chiffres sont perdus. Donnez à la colonne le format texte.',
  'number.too-large': 'Ce nombre est trop grand.',
  'release.code': 'Doit être un nombre entier de 1 à 9007199254740991.',
  'release.language': 'Doit être un code de langue de deux lettres, comme fr.',
  'release.devices': 'Doit être un nombre entier de 1 à 9999.',
  'release.day': 'Doit être un jour du calendrier, AAAA-MM-JJ.',
  'release.too-long': 'Ne doit pas dépasser {count} caractères.',
  'release.code-taken': 'Une autre release du compte a ce code.',
  'release.no-guidebook': 'Aucun guide du compte n’a cet identifiant externe.',
  'release.locked': 'La release est verrouillée.',
  'release.no-poi': 'Aucun lieu du compte ne correspond à cette référence.',
  text: '{text}',
}
